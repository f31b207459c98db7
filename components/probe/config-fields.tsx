'use client';
import { Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ConfigProblem } from '../../server/contract/cri-config.ts';
import { locateProblem, type Place } from './locate-path.ts';
import type { ProbeForm } from './probe-form.ts';
import { Problems } from './problems.tsx';

interface ConfigFieldsProps {
  readonly form: ProbeForm;
  readonly problems: readonly ConfigProblem[];
  readonly onChange: (part: Partial<ProbeForm>) => void;
}

const SANDBOX_EXAMPLE = `{
  "metadata": {
    "name": "probe",
    "namespace": "default",
    "attempt": 1,
    "uid": "hdishd83djaidwnduwk28bcsb"
  },
  "log_directory": "/tmp",
  "linux": {}
}`;
const CONTAINER_EXAMPLE = `{
  "metadata": { "name": "busybox" },
  "image": { "image": "busybox:1.36" },
  "command": ["top"],
  "log_path": "busybox.0.log",
  "linux": {}
}`;

/** The two configurations, as `crictl runp` and `crictl create` take them. */
export function ConfigFields({ form, problems, onChange }: ConfigFieldsProps) {
  return (
    <div className="probe-configs">
      <ConfigText
        label="Sandbox configuration"
        example={SANDBOX_EXAMPLE}
        text={form.sandboxText}
        problems={problems.filter(({ path }) => path.startsWith('sandbox_config'))}
        onText={(sandboxText) => onChange({ sandboxText })}
      />
      <ConfigText
        label="Container configuration"
        example={CONTAINER_EXAMPLE}
        text={form.containerText}
        problems={problems.filter(({ path }) => path.startsWith('container_config'))}
        onText={(containerText) => onChange({ containerText })}
      />
    </div>
  );
}

interface ConfigTextProps {
  readonly label: string;
  readonly example: string;
  readonly text: string;
  readonly problems: readonly ConfigProblem[];
  readonly onText: (text: string) => void;
}

function ConfigText({ label, example, text, problems, onText }: ConfigTextProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="config-text" data-wrong={problems.length > 0 || undefined}>
      <div className="config-head">
        <label htmlFor={id}>
          {label} <span className="muted">JSON or YAML</span>
        </label>
        <UploadButton label={`Upload the ${label.toLowerCase()}`} onText={onText} />
      </div>
      <textarea
        ref={area}
        id={id}
        className="mono"
        rows={13}
        wrap="off"
        placeholder={example}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div id={`${id}-problems`} className="config-problems" role="alert">
        {problems.length > 0 && (
          <Problems
            problems={problems}
            onGo={(problem) => select(area.current, locateProblem(text, problem))}
          />
        )}
      </div>
    </div>
  );
}

/** Lines that stay above the one that is shown. */
const LINES_ABOVE = 3;

/** Marks a place of the text and brings it into view; without a place the text as a whole. */
function select(area: HTMLTextAreaElement | null, place: Place | null): void {
  if (area === null) return;
  area.focus();
  if (place === null) return;
  area.setSelectionRange(...place);
  const line = area.value.slice(0, place[0]).split('\n').length - 1;
  const linePx = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, line - LINES_ABOVE) * linePx;
  area.scrollLeft = 0;
}

function UploadButton({ label, onText }: { label: string; onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    file.text().then(
      (text) => {
        setProblem('');
        onText(text);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <span className="action">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file, mended, can be taken again.
          target.value = '';
        }}
      />
      <button
        type="button"
        className="button"
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden /> Upload
      </button>
      <span className="action-problem" role="status">
        {problem}
      </span>
    </span>
  );
}
