import Link from 'next/link';
import type { ImageRow } from '../../server/contract/image-list.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { Cut } from '../ui/cut.tsx';

type User = ImageRow['users'][number];

/** Pods that have room in a row. */
const SHOWN_PODS = 2;

interface ImageUsersProps {
  readonly row: ImageRow;
  readonly hrefOf: (user: User) => string;
}

/** The pods whose containers were made of the image, those that run first. */
export function ImageUsers({ row, hrefOf }: ImageUsersProps) {
  const pods = podsOf(row.users);
  if (pods.length === 0) {
    const why = row.neededBecause === null ? 'unused' : 'no container';
    return (
      <span className="faint" title={row.neededBecause ?? 'No container was made of it.'}>
        {why}
      </span>
    );
  }
  const more = pods.slice(SHOWN_PODS);
  return (
    <span className="image-users">
      {pods.slice(0, SHOWN_PODS).map((users) => (
        <UserLink key={users[0].containerId} users={users} href={hrefOf(users[0])} />
      ))}
      {more.length > 0 && <MoreUsers row={row} pods={more} />}
    </span>
  );
}

type PodUsers = readonly [User, ...User[]];

/** One entry a pod, in the order of its first user. */
function podsOf(users: readonly User[]): readonly PodUsers[] {
  const pods = new Map<string, [User, ...User[]]>();
  for (const user of users) {
    const key = `${user.namespace}/${user.pod}/${user.uid}`;
    const known = pods.get(key);
    if (known === undefined) pods.set(key, [user]);
    else known.push(user);
  }
  return [...pods.values()];
}

const podName = ({ namespace, pod }: User) => `${namespace}/${pod}`;

function UserLink({ users, href }: { users: PodUsers; href: string }) {
  const isRunning = users.some((user) => user.isRunning);
  const names = users.map((user) => `${user.container}${user.isRunning ? '' : ' (ended)'}`);
  return (
    <Link
      href={href}
      prefetch={false}
      className={isRunning ? 'link' : 'link image-user-ended'}
      title={`${podName(users[0])}: ${names.join(', ')}`}
    >
      <Cut text={podName(users[0])} />
      {!isRunning && <span className="faint"> ended</span>}
    </Link>
  );
}

/** The others: by the filter of pods where the image has a name, else named in the tooltip only. */
function MoreUsers({ row, pods }: { row: ImageRow; pods: readonly PodUsers[] }) {
  const words = `+${pods.length}`;
  const title = pods.map(([user]) => podName(user)).join('\n');
  const tag = row.tags[0];
  if (tag === undefined) {
    return (
      <span className="muted" title={title}>
        {words}
      </span>
    );
  }
  return (
    <Link href={pagePaths.pods(`image:${tag}`)} prefetch={false} className="link" title={title}>
      {words}
      <span className="only-screen-reader"> more pods</span>
    </Link>
  );
}
