'use client';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';

export interface ComboboxOption {
  /** What stands in the field when it is picked. */
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly placeholder: string;
  /** What to know of the value that stands there. */
  readonly hint: string;
}

/** More would have to be scrolled; one more letter is faster. */
const MAX_SHOWN = 60;

/** A text field with a list of what is often wanted; any other text is as good. */
export function Combobox({ label, value, onValue, options, placeholder, hint }: ComboboxProps) {
  const id = useId();
  const choice = useChoice(id, fitting(options, value).slice(0, MAX_SHOWN), onValue);
  const { isOpen, active, shown } = choice;
  return (
    <div className="combobox">
      <label className="muted" htmlFor={id}>
        {label}
      </label>
      <div className="combobox-field">
        <input
          id={id}
          type="text"
          className="field mono"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          aria-describedby={`${id}-hint`}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => {
            onValue(target.value);
            choice.open();
          }}
          onKeyDown={choice.onKeyDown}
          onBlur={choice.close}
          onClick={choice.open}
        />
        <ChevronDown aria-hidden className="combobox-mark" />
        {isOpen && (
          <div id={`${id}-list`} role="listbox" aria-label={label} className="combobox-list">
            {shown.map((option, index) => (
              <Option
                key={option.value}
                id={`${id}-${index}`}
                option={option}
                isActive={index === active}
                onPick={() => choice.pick(option)}
              />
            ))}
          </div>
        )}
      </div>
      <p className="hint muted" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

/** Which option is active, and what the keys do. */
function useChoice(id: string, shown: readonly ComboboxOption[], onValue: (value: string) => void) {
  const [isWanted, setIsWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = isWanted && shown.length > 0;
  const set = (wanted: boolean) => {
    setIsWanted(wanted);
    setActive(-1);
  };
  const pick = (option: ComboboxOption) => {
    onValue(option.value);
    set(false);
  };
  const move = (to: number) => {
    const index = Math.min(Math.max(to, 0), shown.length - 1);
    setIsWanted(true);
    setActive(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const option = isOpen ? shown[active] : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) move(active + step);
    else if (event.key === 'Enter' && option !== undefined) pick(option);
    else if (event.key === 'Escape' && isOpen) set(false);
    else return;
    event.preventDefault();
  };
  return { isOpen, active, shown, pick, onKeyDown, open: () => set(true), close: () => set(false) };
}

interface OptionProps {
  readonly id: string;
  readonly option: ComboboxOption;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function Option({ id, option, isActive, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: keys go to the input, which names the active option
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => {
        // The field keeps the focus.
        event.preventDefault();
        onPick();
      }}
    >
      <span className="combobox-label mono">{option.label}</span>
      <span className="muted num">{option.detail}</span>
    </div>
  );
}

/** All of them while one of them stands there whole; else those that have the words in them. */
function fitting(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  if (options.some(({ value }) => value === text)) return options;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const hay = `${option.label} ${option.value}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}
