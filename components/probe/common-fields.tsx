import type { ProbeOptions } from '../../server/contract/probe.ts';
import { PULL_POLICIES } from '../../server/contract/probe-words.ts';
import { type ProbeForm, SIGN_INS, type SignIn } from './probe-form.ts';
import { TextField } from './text-field.tsx';

interface CommonFieldsProps {
  readonly form: ProbeForm;
  readonly options: ProbeOptions;
  readonly onChange: (part: Partial<ProbeForm>) => void;
}

const POLICY_WORDS: Readonly<Record<ProbeForm['pullPolicy'], string>> = {
  IfNotPresent: 'IfNotPresent – only what is not here',
  Always: 'Always – ask the registry each time',
  Never: 'Never – only what is here',
};

const SIGN_IN_WORDS: Readonly<Record<SignIn, string>> = {
  nothing: 'nothing',
  password: 'user name and password',
  'identity-token': 'an identity token',
  'registry-token': 'a bearer token of the registry',
};

/** What stands in neither configuration: the handler, the pull, and with what the registry is asked. */
export function CommonFields({ form, options, onChange }: CommonFieldsProps) {
  const { runtimeHandlers, handlersUnknown } = options;
  const handlers = runtimeHandlers.includes(form.runtimeHandler)
    ? runtimeHandlers
    : [form.runtimeHandler, ...runtimeHandlers];
  return (
    <div className="probe-fields">
      <div className="probe-pair">
        {handlersUnknown === null ? (
          <Select
            label="Runtime handler"
            value={form.runtimeHandler}
            onValue={(runtimeHandler) => onChange({ runtimeHandler })}
            options={['', ...handlers.filter((name) => name !== '')].map((name) => ({
              value: name,
              label: name === '' ? 'the default' : name,
            }))}
          />
        ) : (
          <TextField
            label="Runtime handler"
            type="text"
            value={form.runtimeHandler}
            onValue={(runtimeHandler) => onChange({ runtimeHandler })}
            placeholder="the default"
            hint={handlersUnknown}
          />
        )}
        <Select
          label="Pull policy"
          value={form.pullPolicy}
          onValue={(pullPolicy) => onChange({ pullPolicy })}
          options={PULL_POLICIES.map((value) => ({ value, label: POLICY_WORDS[value] }))}
        />
      </div>
      <Credentials form={form} onChange={onChange} />
    </div>
  );
}

/** Never stored: they live in this form until it is sent. */
function Credentials({ form, onChange }: Omit<CommonFieldsProps, 'options'>) {
  const { signIn } = form;
  return (
    <div className="probe-pair">
      <Select
        label="The registry is asked with"
        value={signIn}
        onValue={(value) => onChange({ signIn: value, secret: '' })}
        options={SIGN_INS.map((value) => ({ value, label: SIGN_IN_WORDS[value] }))}
        hint={
          signIn === 'nothing'
            ? undefined
            : 'Sent with the pull and forgotten: never stored, never logged.'
        }
      />
      {signIn !== 'nothing' && (
        <div className="probe-pair">
          {signIn === 'password' && (
            <TextField
              label="User name"
              type="text"
              value={form.username}
              onValue={(username) => onChange({ username })}
            />
          )}
          <TextField
            label={signIn === 'password' ? 'Password' : 'Token'}
            type="password"
            value={form.secret}
            onValue={(secret) => onChange({ secret })}
          />
        </div>
      )}
    </div>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly hint?: string | undefined;
}

function Select<T extends string>({ label, value, onValue, options, hint }: SelectProps<T>) {
  return (
    <div className="text-field">
      <label>
        <span className="muted">{label}</span>
        <select
          className="select"
          value={value}
          onChange={({ target }) => {
            const picked = options.find((option) => option.value === target.value);
            if (picked !== undefined) onValue(picked.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      {hint !== undefined && <p className="hint muted">{hint}</p>}
    </div>
  );
}
