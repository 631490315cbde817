import { SubmissionForm } from '../features/submissions/submission-form';
import { WhatHappens } from '../features/submissions/what-happens';
import { usePageTitle } from '../platform/navigation/title';

export default function SubmitEventPage() {
  usePageTitle('Lägg till lopp');
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Lägg till lopp</h1>
      </div>
      <div className="form-page">
        <SubmissionForm />
        <WhatHappens />
      </div>
    </div>
  );
}
