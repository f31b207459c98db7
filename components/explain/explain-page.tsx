'use client';
import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import type { Explanation } from '../../server/contract/explain.ts';
import { useExplain } from '../data/use-explain.ts';
import { Picture } from '../ui/picture.tsx';
import { Answer } from './answer.tsx';
import { ExplainForm } from './explain-form.tsx';

interface ExplainPageProps {
  readonly firstText: string;
  readonly firstAnswer: Explanation | null;
}

/** Any error text, from wherever it was copied: where it belongs, why, what to check. */
export function ExplainPage({ firstText, firstAnswer }: ExplainPageProps) {
  const [text, setText] = useState(firstText);
  const asked = useExplain();
  const answer = asked.data ?? (asked.isError ? null : firstAnswer);
  return (
    <div className="explain-page">
      <h1>Explain</h1>
      <ExplainForm
        text={text}
        isAsking={asked.isPending}
        onText={setText}
        onAsk={(given) => asked.mutate(given)}
      />
      {asked.isError && (
        <p className="explain-problem" role="alert">
          {asked.error.message}
        </p>
      )}
      <div aria-live="polite">
        {answer !== null && <Answer answer={answer} />}
        {answer === null && !asked.isError && (
          <Picture icon={MessageCircleQuestion} tone="idle" title="Paste an error">
            <p>
              An event, a line of containerd, CRI-O or kubelet, the output of crictl or kubectl: the
              answer names the call that failed, the cause, and what to check. The text stays on
              this node.
            </p>
          </Picture>
        )}
      </div>
    </div>
  );
}
