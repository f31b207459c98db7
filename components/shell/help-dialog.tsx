'use client';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import type { NavItem } from './nav.ts';

interface HelpDialogProps {
  readonly nav: readonly NavItem[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Every key there is. */
export function HelpDialog({ nav, isOpen, onClose }: HelpDialogProps) {
  const groups = [
    {
      title: 'Go',
      rows: [
        ['Ctrl K', 'Jump to any pod, container, id or page (also : and ⌘K)'],
        ...nav.map((item) => [item.keys, item.label]),
        ['Esc', 'Back to the list; out of a dialog'],
      ],
    },
    {
      title: 'Pods, Calls, Images and Stats',
      rows: [
        ['/', 'Filter'],
        ['j', 'Next row'],
        ['k', 'Previous row'],
        ['Enter', 'Open the pod; fold a call out or in'],
        ['Esc', 'Fold the open call in'],
      ],
    },
    {
      title: 'Pod',
      rows: [
        [']', 'Next stage'],
        ['[', 'Previous stage'],
        ['d', 'Back to the stage that decides'],
        ['l', 'Logs of the selected container'],
        ['e', 'Exec: a shell in it, one command, a port'],
        ['s', 'Stats of it'],
      ],
    },
    {
      title: 'Probe',
      rows: [
        ['n', 'Next: make the call that waits'],
        ['x', 'Cancel and clean up; press twice'],
        [']', 'Next call; [ the one before'],
        ['d', 'Back to the call where it stands'],
        ['Ctrl+Enter', 'In the form: run all'],
      ],
    },
    {
      title: 'Logs',
      rows: [
        ['1', 'The last minute; 2: 5 min, 3: 15 min, 4: 1 h, 5: 24 h, 6: all'],
        ['f', 'Follow or history'],
        ['a', 'Go to a time'],
        ['/', 'Search by a regular expression'],
        ['w', 'Wrap long lines'],
      ],
    },
    {
      title: 'Terminal',
      rows: [
        ['Shift+Tab', 'Out of the terminal'],
        ['Ctrl+Shift+F', 'Search in it'],
        ['Ctrl+Shift+C', 'Copy what is marked'],
        ['Ctrl+Shift+V', 'Paste'],
      ],
    },
    {
      title: 'Page',
      rows: [
        ['t', 'Dark or light'],
        ['?', 'This help'],
      ],
    },
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label="Keys" className="help">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div className="help-body" tabIndex={0}>
        <h2>Keys</h2>
        <div className="help-groups">
          {groups.map((group) => (
            <section key={group.title}>
              <h3>{group.title}</h3>
              <dl>
                {group.rows.map(([keys = '', words]) => (
                  <div key={keys}>
                    <dt>
                      <Kbd keys={keys} />
                    </dt>
                    <dd>{words}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="faint">
          Filter words: for pods{' '}
          <code>
            stage:pull state:failed outcome:stuck cause:image-unauthorized ns:shop image:nginx
          </code>
          , for calls <code>call:PullImage outcome:failed ns:shop pod:web image:nginx id:3bb1</code>
          . Commas stand for “or”, a leading minus for “not”.
        </p>
      </div>
    </Dialog>
  );
}
