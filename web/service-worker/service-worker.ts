import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { CONTRACT_VERSION, PUSH_MAX } from '#sync/contract/wire.ts'

/** The code of the worker and PGlite's files: visitors load none of it. */
export const REPLICA_FOLDER = 'assets/replica/'

/** Named without a hash: the service worker imports it. */
const REPLICA_CACHE = 'replica-cache.js'

/** The part of the service worker that precaches the local database's files, with their list. */
export function replicaCache(): Plugin {
  return {
    name: 'replica-cache',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter(isReplicaFile).sort()
      const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      const source = (await readFile('web/service-worker/replica-cache.js', 'utf8'))
        .replace('self.__REPLICA_FILES__', JSON.stringify(files.map((file) => `/${file}`)))
        .replace('self.__REPLICA_BUILD__', JSON.stringify(build))
      this.emitFile({ type: 'asset', fileName: REPLICA_CACHE, source })
    },
  }
}

/** Further parts of the service worker, named without a hash: it imports them. */
const PARTS = ['push-outbox.js', 'push-notices.js', 'shared-files.js']

/** The parts of the service worker that need to know the agreement between browser and server. */
export function serviceWorkerParts(): Plugin {
  return {
    name: 'service-worker-parts',
    apply: 'build',
    async generateBundle() {
      for (const fileName of PARTS) {
        const source = (await readFile(`web/service-worker/${fileName}`, 'utf8'))
          .replace('self.__DEVICE_PREFIX__', JSON.stringify(deviceName('')))
          .replace('self.__CONTRACT_VERSION__', String(CONTRACT_VERSION))
          .replace('self.__PUSH_MAX__', String(PUSH_MAX))
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

const isReplicaFile = (file: string) =>
  file.startsWith(REPLICA_FOLDER) || /\.(wasm|data|tgz)$/.test(file)

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Some senders name the type, others the ending. */
const SHEET_TYPES = ['text/csv', '.csv', XLSX, '.xlsx']

const SHORTCUT_ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

/**
 * Precaches the app's own files, and nothing that comes from the API. A navigation always goes to the
 * network first; offline, or after 4 s without an answer, the shell of the same build answers.
 */
export function serviceWorker() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    filename: 'service-worker.js',
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
    workbox: {
      importScripts: [REPLICA_CACHE, ...PARTS].map((file) => `/${file}`),
      // Only administrators use the plots, and only online.
      globIgnores: [
        `${REPLICA_FOLDER}**`,
        REPLICA_CACHE,
        ...PARTS,
        'assets/{plots,state-map}-*.js',
      ],
      globPatterns: ['**/*.{js,css,woff2,html}', 'icon.svg'],
      // The server fills in the document, so the precached copy is its answer and not the built file.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) =>
            entry.url === 'index.html' ? { ...entry, url: '/shell' } : entry,
          ),
        }),
      ],
      dontCacheBustURLsMatching: /^assets\//,
      cleanupOutdatedCaches: true,
      navigateFallback: null,
      directoryIndex: null,
      navigationPreload: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' &&
            !/^\/(api|dev|healthz|readyz|metrics|robots\.txt|\.well-known)\b/.test(url.pathname),
          handler: 'NetworkFirst',
          options: {
            networkTimeoutSeconds: 4,
            precacheFallback: { fallbackURL: '/shell' },
            // Documents are never cached at run time: one of another build would ask for files that are
            // gone.
            plugins: [{ cacheWillUpdate: async () => null }],
          },
        },
      ],
    },
  })
}
