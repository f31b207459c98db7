import type { ConfigProblem } from '../../server/contract/cri-config.ts';

interface ProblemsProps {
  readonly problems: readonly ConfigProblem[];
  /** Leads to the place of one; absent where there is no text to lead to. */
  readonly onGo?: (problem: ConfigProblem) => void;
}

/** Every wrong place by its path, and what is wrong with it. */
export function Problems({ problems, onGo }: ProblemsProps) {
  return (
    <ul className="problems">
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.message}`}>
          {onGo === undefined ? (
            <code>{problem.path}</code>
          ) : (
            <button type="button" title="Show the place" onClick={() => onGo(problem)}>
              <code>{problem.path}</code>
            </button>
          )}{' '}
          {problem.message}
        </li>
      ))}
    </ul>
  );
}
