import { PUBLIC_SPORTS } from '../../src/shared/sports';
import { RaceFields } from '../features/events/race-fields';
import { SubmissionForm } from '../features/submissions/submission-form';
import { WhatHappens } from '../features/submissions/what-happens';
import { useToday } from '../platform/clock';
import { usePageTitle } from '../platform/title';

/** Föreslå evenemang: the form, and what happens to a proposal. */
export default function SubmitEventPage() {
  usePageTitle('Lägg till lopp');
  const today = useToday();
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Lägg till lopp</h1>
      </div>
      <div className="form-page">
        <SubmissionForm
          raceFields={(form) => (
            <RaceFields form={form} nameLabel="Namn på loppet" sports={PUBLIC_SPORTS} earliest={today} />
          )}
        />
        <WhatHappens />
      </div>
    </div>
  );
}
