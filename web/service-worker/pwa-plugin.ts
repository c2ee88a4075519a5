import { VitePWA } from 'vite-plugin-pwa'
import { BRAND } from '#sync/contract/brand.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Some senders name the type, others the ending. */
const SHEET_TYPES = ['text/csv', '.csv', XLSX, '.xlsx']

const SHORTCUT_ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

/** The manifest of the installed app, and the build of its service worker with the list of its files. */
export function installableApp() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    strategies: 'injectManifest',
    srcDir: 'service-worker',
    filename: 'service-worker.ts',
    manifest: {
      id: '/',
      name: BRAND,
      short_name: BRAND,
      description: 'Find and reach healthcare professionals in the United States and Canada.',
      start_url: '/search',
      scope: '/',
      display: 'standalone',
      background_color: '#faf8f4',
      theme_color: '#faf8f4',
      categories: ['business', 'productivity'],
      // What a browser shows before it installs the app.
      screenshots: [
        {
          src: '/screenshot-search.png',
          sizes: '1440x900',
          type: 'image/png',
          form_factor: 'wide',
          label: 'A search in your own words, with the first person beside the results',
        },
        {
          src: '/screenshot-phone.png',
          sizes: '780x1688',
          type: 'image/png',
          form_factor: 'narrow',
          label: 'The same search on a phone',
        },
      ],
      // Browsers that know none of these three leave them out.
      shortcuts: [
        { name: 'Due', url: '/due', icons: SHORTCUT_ICONS },
        { name: 'Search', url: '/search', icons: SHORTCUT_ICONS },
        { name: 'Last list', url: '/lists/last', icons: SHORTCUT_ICONS },
      ],
      share_target: {
        action: '/bring',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: {
          title: 'title',
          text: 'text',
          url: 'url',
          files: [{ name: 'file', accept: SHEET_TYPES }],
        },
      },
      file_handlers: [
        {
          action: '/bring',
          accept: { 'text/csv': ['.csv'], [XLSX]: ['.xlsx'] },
        },
      ],
      launch_handler: { client_mode: 'navigate-existing' },
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    },
    injectManifest: {
      // A module worker would not run in browsers that the app supports.
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,css,woff2,html,wasm,data,tgz}', 'icon.svg'],
      // Only administrators use the plots, and only online.
      globIgnores: ['assets/{plots,state-map}-*.js'],
      // The local database is the largest.
      maximumFileSizeToCacheInBytes: 32 * 1024 * 1024,
      // The server fills in the document, so the precached copy is its answer and not the built file.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) =>
            entry.url === 'index.html' ? { ...entry, url: '/shell' } : entry,
          ),
        }),
      ],
      dontCacheBustURLsMatching: /^assets\//,
    },
  })
}
