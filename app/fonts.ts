import localFont from 'next/font/local';

/** Shipped with us and never fetched: latin subsets of the npm packages. */
export const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
});

export const jetbrainsMono = localFont({
  src: [
    {
      path: '../node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2',
      weight: '400',
    },
    {
      path: '../node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-600-normal.woff2',
      weight: '600',
    },
  ],
  variable: '--font-jetbrains',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
});
