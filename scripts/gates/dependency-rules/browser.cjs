/** What pages and components may import. */
const { forbid } = require('./parts.cjs');

module.exports = [
  forbid(
    'browser-sees-contract-only',
    'Pages and components import server/contract and nothing else of the server, not even types. Add the type to the contract, or fetch it from the API.',
    { path: '^(app|components)/' },
    { path: '^server/', pathNot: ['^server/contract/'] },
  ),
  forbid(
    'browser-has-no-node',
    'Code for the browser imports no node: core. The first view is fetched in app/first-view.ts.',
    { path: '^components/' },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'features-do-not-meet',
    'A feature folder of components uses ui, data and its own files. Lift what two features share into components/ui (no domain words) or the contract.',
    { path: '^components/([^/]+)/', pathNot: ['^components/(ui|data)/'] },
    { path: '^(components|app)/', pathNot: ['^components/(ui|data)/', '^components/$1/'] },
  ),
  forbid(
    'data-below-features',
    'components/data fetches and streams; it knows the contract and no feature.',
    { path: '^components/data/' },
    { path: '^(components|app)/', pathNot: ['^components/data/'] },
  ),
  forbid(
    'ui-knows-no-domain',
    'components/ui knows no pod and no contract type: pass plain strings and numbers as props.',
    { path: '^components/ui/' },
    { path: '^(app|server|components)/', pathNot: ['^components/ui/'] },
  ),
];
