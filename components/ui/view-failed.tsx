import { ServerCrash } from 'lucide-react';
import { Picture } from './picture.tsx';

/** The page's first view did not come: the reason in words, and a way on. */
export function ViewFailed({
  result,
}: {
  result: { readonly ok: boolean; readonly sentence?: string };
}) {
  return (
    <div className="page">
      <Picture icon={ServerCrash} tone="fail" title="This page could not be made">
        <p>{result.sentence ?? 'cri-triage answered with the view of another page.'}</p>
        <p>
          <a className="link" href="?">
            Try again
          </a>{' '}
          – the API under <code>/api/v1</code> may still answer.
        </p>
      </Picture>
    </div>
  );
}
