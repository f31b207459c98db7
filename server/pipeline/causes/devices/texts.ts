import { tableOf } from '../../table-cause.ts';

/** NRI plugins of the node. */
export const DEVICE_TEXTS = tableOf([
  {
    id: 'nri-plugin-evicted',
    title: 'The runtime put an NRI plugin out',
    explanation:
      'An NRI plugin missed its deadline, and the runtime closed it. Pods are made without its adjustments from then on; missing devices or pinning show only later.',
    patterns: [
      /closing plugin \S+, failed to handle|plugin \S+ failed to handle .*(?:event|request).*clos/i,
      /plugin \S+ closed connection|failed to invoke plugin \S+: .*(?:deadline exceeded|closed)/i,
      /\bNRI\b.*plugin \S+.*(?:disconnected|closed|evict|removed|connection lost)/i,
      /plugin \S+ (?:disconnected|closed) .*\bNRI\b/i,
    ],
    confusedWith: ['nri-plugin-timeout'],
    steps: [
      ['See what it missed', 'journalctl -u containerd -u crio --since -1h | grep -i nri'],
      [
        'See which plugins there are',
        'ls /opt/nri/plugins /etc/nri/conf.d 2>/dev/null; crictl pods | grep -i nri',
      ],
    ],
  },
  {
    id: 'nri-plugin-timeout',
    title: 'An NRI plugin holds up the creation of containers',
    explanation:
      'The runtime asks its NRI plugins before it makes a container, and one did not answer in time. Later tries only say that the name is reserved.',
    patterns: [
      /\bNRI\b.*(?:timed? ?out|timeout|deadline exceeded|failed to (?:relay|get|create))/i,
      /(?:timed? ?out|timeout|deadline exceeded).*\bNRI\b/i,
      /plugin \S+ .*CreateContainer.*(?:timed? ?out|ttrpc|deadline)/i,
    ],
    except: [/plugin type=/i],
    confusedWith: ['nri-plugin-evicted', 'crio-request-timeout-retry'],
    steps: [
      ['See which plugin it is', 'journalctl -u containerd -u crio --since -1h | grep -i nri'],
      ['See which plugins there are', 'ls /opt/nri/plugins /etc/nri/conf.d 2>/dev/null'],
    ],
  },
]);
