'use client';
import { Bug } from 'lucide-react';
import { Picture } from '../components/ui/picture.tsx';

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <div className="page">
      <Picture icon={Bug} tone="fail" title="This page failed in your browser">
        <p>
          It is a fault of cri-triage, not of the node. <code>{error.message}</code>
        </p>
        <p>
          <button type="button" className="button" onClick={reset}>
            Show the page again
          </button>
        </p>
      </Picture>
    </div>
  );
}
