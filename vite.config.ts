import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BRAND } from './sync/contract/brand.ts'
import { iconModules } from './web/icon-modules.ts'
import { dataDirectory } from './web/service-worker/data-directory.ts'
import { installableApp } from './web/service-worker/pwa-plugin.ts'
import { REPLICA_FOLDER } from './web/service-worker/replica-cache.ts'
import { USER_KEY } from './web/session/session-cache.ts'
import { statePaths } from './web/state-paths.ts'

const API_URL = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** What every page runs and no change of ours touches: one file, which browsers keep over deploys. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|valtio|proxy-compare|use-sync-external-store|hono|@tanstack\/[^/]+)\//

/** Checks every row and mutation; pages for visitors have neither. */
const SCHEMAS = /node_modules\/zod\//

/** The tier of menus and dialogs. */
const MENUS = 'menus'

/**
 * Modules that several screens share are a file per tier, not one each: eighty small ones take longer to
 * ask for than all of them to load, and compress worse. A tier holds what its screens import at once and
 * no tier before it does: a visitor's page loads nothing that only the screens behind it share.
 */
const TIERS = [
  { name: 'shell', startsAt: /\/web\/index\.html$/ },
  { name: 'pages', startsAt: /\/web\/routes\/(?!_auth|search|lists|physician)[^/]*\?tsr-split/ },
  { name: MENUS, startsAt: /\/web\/features\/navigation\/(theme-menu|menu-drawer)\.tsx$/ },
  { name: 'profile', startsAt: /\/web\/features\/profile\/profile-screen\.tsx$/ },
  { name: 'screens', startsAt: /\/web\/routes\/(_auth|search|lists)[^/]*\?tsr-split/ },
]

/** Imports all of Radix, so that an import of it does not tell which part is needed. */
const RADIX = /node_modules\/radix-ui\//

/** What it needs for menus, dialogs and tabs. */
const OF_MENUS =
  /node_modules\/(@floating-ui|aria-hidden|react-remove-scroll[^/]*|react-style-singleton|use-sidecar|@radix-ui\/react-(alert-dialog|dialog|dismissable-layer|dropdown-menu|focus-guards|focus-scope|menu|popover|popper|portal|roving-focus|tabs))\//

/**
 * Has V8 compile a file's functions beside the page while it loads, and not each one when it is first
 * called: a first menu calls two hundred. Not for all files: at a first paint the processor is busy enough.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad'

/** The tier of each module that is in one. */
const TIER_OF = new Map<string, string>()

/** Two builds: the browser's, and with `--ssr` what renders pages ahead of any visit. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  html: {
    // The server puts a fresh nonce in its place with every document.
    cspNonce: '__CSP_NONCE__',
  },
  resolve: {
    alias: {
      // The router's store brings a stand-in for a hook that React has had since its version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: isSsrBuild ? '../dist/prerender' : '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers without it load the same files a little later.
    modulePreload: { polyfill: false },
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            output: {
              postBanner: ({ name }: { name: string }) => (name === MENUS ? COMPILE_ALL : ''),
              codeSplitting: {
                groups: [
                  { name: 'framework', test: FRAMEWORK, priority: 1 },
                  { name: 'schemas', test: SCHEMAS, priority: 1 },
                  ...TIERS.map(({ name }) => ({
                    name,
                    test: (id: string) => TIER_OF.get(id) === name,
                  })),
                ],
              },
            },
          },
        }),
  },
  worker: {
    format: 'es',
    plugins: () => [dataDirectory()],
    rollupOptions: { output: { entryFileNames: `${REPLICA_FOLDER}[name]-[hash].js` } },
  },
  // It finds its own files beside itself.
  optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  server: { port: 5173, strictPort: true, proxy: { '/api': API_URL, '/dev': API_URL } },
  plugins: [
    tanstackRouter({
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      // Tests live beside their routes.
      routeFileIgnorePattern: '\\.test\\.',
      autoCodeSplitting: true,
      // A screen's skeleton travels with the screen; its loader stays in the entry and starts first.
      codeSplittingOptions: {
        defaultBehavior: [
          ['component', 'pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
      },
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
    { ...iconModules(), apply: 'build' },
    statePaths(),
    dataDirectory(),
    ...(isSsrBuild
      ? []
      : [
          tailwindcss(),
          nameDocument(),
          preloadFonts(),
          findTiers(),
          compressAssets(),
          installableApp(),
        ]),
  ],
}))

/** Fills `TIER_OF`. What a single screen imports stays with that screen. */
function findTiers(): Plugin {
  return {
    name: 'find-tiers',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const tiers = new Map<string, string>()
      const importers = new Map<string, number>()
      for (const { name, startsAt } of TIERS) {
        for (const start of ids.filter((id) => startsAt.test(id))) {
          const found = new Set([start])
          // A module that is added meanwhile is visited, too.
          for (const id of found) {
            const { importedIds = [] } = this.getModuleInfo(id) ?? {}
            for (const next of importedIds.filter((each) => !RADIX.test(each))) found.add(next)
          }
          for (const id of found) {
            importers.set(id, (importers.get(id) ?? 0) + 1)
            if (!tiers.has(id)) tiers.set(id, name)
          }
        }
      }
      for (const id of ids) {
        const isShared = tiers.get(id) === 'shell' || (importers.get(id) ?? 0) > 1
        const tier = OF_MENUS.test(id) ? 'menus' : isShared && tiers.get(id)
        // The entry stays apart: it is what starts the app.
        if (tier && !/\/web\/(index\.html|main\.tsx)$/.test(id)) TIER_OF.set(id, tier)
      }
    },
  }
}

/** The document takes the product's name from the one constant, as everything else does. */
function nameDocument(): Plugin {
  return {
    name: 'name-document',
    transformIndexHtml: (html) =>
      html.replaceAll('%BRAND%', BRAND).replaceAll('%USER_KEY%', USER_KEY),
  }
}

/**
 * Fonts are `optional`: one that is not there at first paint is not used. So the document names
 * them, before any style sheet does.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
              href: `/${file}`,
            },
          }))
      },
    },
  }
}

/** At most, a larger file takes ten times as long to compress, and is a fiftieth smaller. */
const LARGE_BYTES = 1_000_000

/** Each file that is not zipped yet also as .br and .gz, so that the server has nothing to compress. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|wasm|data)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          const content = await readFile(path)
          const params = { [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE_BYTES ? 9 : 11 }
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
          await writeFile(`${path}.gz`, await promisify(gzip)(content))
        }),
      )
    },
  }
}
