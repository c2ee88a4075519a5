import { ERRNO_CODES } from '@electric-sql/pglite/basefs'
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'

/** Thrown again and again: Chromium records the whole stack, 0.2 ms of it, of each new error. */
const MISSING = Object.assign(new Error('There is no such file.'), { code: ERRNO_CODES.ENOENT })

type Node = OpfsAhpFS['state']['root'] | { children?: undefined }

/** PGlite's files out of a pool, without the work of its `OpfsAhpFS` that PostgreSQL has no use for. */
export class PoolFiles extends OpfsAhpFS {
  /** PostgreSQL asks for files that do not exist whenever an index grows, which has no map of free space. */
  override lstat(path: string): ReturnType<OpfsAhpFS['lstat']> {
    let node: Node = this.state.root
    for (const name of path.split('/').filter(Boolean)) {
      const { children = {} }: Node = node
      if (!Object.hasOwn(children, name)) throw MISSING
      node = children[name] as Node
    }
    return super.lstat(path)
  }

  /** PostgreSQL reads no times of files; each would be written to the pool's log. */
  override utimes(): void {}
}
