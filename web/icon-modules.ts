import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Imports each icon from its own module. An import of all icons tells no tier of the build which one is
 * needed, and every icon of the app would be in the first; a test loads a thousand for the sake of one.
 */
export function iconModules(): Plugin {
  const paths = new Map<string, string>()
  return {
    name: 'icon-modules',
    enforce: 'pre',
    async buildStart() {
      const all = await readFile(
        new URL(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')),
        'utf8',
      )
      for (const [, names = '', path = ''] of all.matchAll(
        /^export \{(.*)\} from '\.\/(.*)\.mjs'/gm,
      )) {
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) {
          paths.set(name, `lucide-react/${path}`)
        }
      }
    },
    transform: (code) =>
      code.replace(/^import \{([^}]*)\} from 'lucide-react'/gm, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as '))
          .filter(([name = '']) => name !== '' && !name.startsWith('type '))
          // An unknown name stays an import of all, which the build refuses in its own words.
          .map(([name = '', alias = name]) =>
            paths.has(name)
              ? `import ${alias} from '${paths.get(name)}'`
              : `import { ${name} as ${alias} } from 'lucide-react'`,
          )
          .join(';'),
      ),
  }
}
