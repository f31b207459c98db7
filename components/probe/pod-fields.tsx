import type { ProbeOptions } from '../../server/contract/probe.ts';
import { Combobox } from '../ui/combobox.tsx';
import { formatBytes } from '../ui/format.ts';
import type { ProbeForm } from './probe-form.ts';
import { TextField } from './text-field.tsx';

interface PodFieldsProps {
  readonly form: ProbeForm;
  readonly options: ProbeOptions;
  readonly onChange: (part: Partial<ProbeForm>) => void;
}

/** The image, what it runs, and whose network it has. */
export function PodFields({ form, options, onChange }: PodFieldsProps) {
  const images = options.images.map(({ ref, tags, sizeBytes }) => ({
    value: ref,
    label: tags[0] ?? ref,
    detail: formatBytes(sizeBytes),
  }));
  return (
    <div className="probe-fields">
      <Combobox
        label="Image"
        value={form.image}
        onValue={(image) => onChange({ image })}
        options={images}
        placeholder={options.request.image ?? 'one that is on the node already'}
        hint={imageHint(form.image, options)}
      />
      <div className="probe-pair">
        <TextField
          label="Command"
          value={form.command}
          onValue={(command) => onChange({ command })}
          placeholder="as the image says"
          hint="No shell looks at it; quotes hold words together."
        />
        <TextField
          label="Arguments"
          value={form.args}
          onValue={(args) => onChange({ args })}
          placeholder="as the image says"
          hint=""
        />
      </div>
      <HostNetwork form={form} isAllowed={options.mayUsePrivileges} onChange={onChange} />
    </div>
  );
}

function emptyHint({ request }: ProbeOptions): string {
  return request.image === null || request.pod !== null
    ? 'Empty: one that is on this node already, so that nothing is pulled.'
    : 'Empty: the one that the runtime makes sandboxes of; it is here, so nothing is pulled.';
}

function imageHint(image: string, options: ProbeOptions): string {
  const text = image.trim();
  if (text === '') return emptyHint(options);
  const known = options.images.find(({ ref, tags }) => ref === text || tags.includes(text));
  if (known === undefined) return 'Not on this node: it will be pulled, and removed again after.';
  const names = known.tags.filter((tag) => tag !== text);
  return ['On this node', ...names.slice(0, 2), formatBytes(known.sizeBytes)].join(' · ');
}

interface HostNetworkProps {
  readonly form: ProbeForm;
  readonly isAllowed: boolean;
  readonly onChange: PodFieldsProps['onChange'];
}

function HostNetwork({ form, isAllowed, onChange }: HostNetworkProps) {
  return (
    <div>
      <label className="probe-check">
        <input
          type="checkbox"
          checked={form.hostNetwork}
          // What was ticked can be taken back, by whomever.
          disabled={!isAllowed && !form.hostNetwork}
          aria-describedby="host-network-hint"
          onChange={({ target }) => onChange({ hostNetwork: target.checked })}
        />{' '}
        Host network
      </label>
      <p className="hint muted" id="host-network-hint">
        {isAllowed
          ? 'The node’s own network in place of a pod network: no CNI is called.'
          : 'Only for the role admin: such a pod hears and speaks as the node itself.'}
      </p>
    </div>
  );
}
