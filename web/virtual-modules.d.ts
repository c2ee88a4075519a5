/** Made by the build (vite.config.ts) out of the Census Bureau's cartography. */
declare module 'virtual:state-paths' {
  /** An SVG path by the state's two letters, in a box of 975 by 610. */
  export const STATE_PATHS: Record<string, string>
}

/** The address of an empty database's files (`web/service-worker/data-directory.ts`). */
declare module 'virtual:data-directory' {
  const url: string
  export default url
}
