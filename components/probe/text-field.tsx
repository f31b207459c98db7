'use client';
import { type HTMLInputTypeAttribute, useId } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
  /** What to know of it; "" keeps the room. */
  readonly hint?: string;
  /** One line that is not shown as text; else the field grows with its lines. */
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'password'>;
}

/** A labelled field. Nothing of it is completed, corrected or remembered by the browser. */
export function TextField({ label, value, onValue, placeholder, hint, type }: TextFieldProps) {
  const id = useId();
  const common = {
    id,
    placeholder,
    value,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    'aria-describedby': hint ? `${id}-hint` : undefined,
  } as const;
  return (
    <div className="text-field">
      <label className="muted" htmlFor={id}>
        {label}
      </label>
      {type === undefined ? (
        <textarea
          {...common}
          className="field mono"
          rows={1}
          onChange={({ target }) => onValue(target.value)}
        />
      ) : (
        <input
          {...common}
          type={type}
          className="field mono"
          onChange={({ target }) => onValue(target.value)}
        />
      )}
      {hint !== undefined && (
        <p className="hint muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
