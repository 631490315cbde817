import { SubmissionForm } from '#client/features/submissions/submission-form.tsx';
import { WhatHappens } from '#client/features/submissions/what-happens.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';

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
