/** "" or "/prefix" behind a proxy; Next writes it into the pages when they are built. */
const basePath = process.env['CRI_TRIAGE_BASE_PATH'] ?? '';

/** @type {import('next').NextConfig} */
export default {
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // Types are checked by `npm run types`; the build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  // Every page is rendered per request and no image passes through Next: nothing to cache or to optimise.
  cacheMaxMemorySize: 0,
  images: { unoptimized: true },
  experimental: {
    // Memory on a node counts: a page's code is loaded when the page is first asked for.
    preloadEntriesOnStart: false,
  },
};
