import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';

export function FetchFailed({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="fetch-failed" role="alert">
      <CloudOff size={24} aria-hidden="true" />
      <div>
        <p className="fetch-failed-title">{title}</p>
        <p>{text}</p>
      </div>
      {action}
    </div>
  );
}
