/** @type {import('next').NextConfig} */
export default {
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
