import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DCLinter } from 'dclint'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readEnv, SETTINGS } from '#api/env.ts'
import { healthRoutes } from '#api/routes/health.ts'
import { webhookRoutes } from '#api/routes/webhooks.ts'
import { EVENT_TYPES } from '#api/services/billing/webhook.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

interface Container {
  name: string
  image: string
  command?: string[]
  env?: {
    name: string
    value?: string
    valueFrom?: { secretKeyRef: { name: string; key: string } }
  }[]
  envFrom?: Record<string, { name: string }>[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  lifecycle?: { preStop?: { sleep?: { seconds: number } } }
  volumeMounts?: { name: string; mountPath: string }[]
}

interface Probe {
  httpGet?: { path: string }
}

interface PodSpec {
  terminationGracePeriodSeconds?: number
  containers: Container[]
  volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[]
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: PodTemplate & {
    jobTemplate?: { spec: PodTemplate }
    volumeClaimTemplates?: Manifest[]
  }
}

interface PodTemplate {
  template?: { spec: PodSpec }
}

const read = (path: string) => readFile(join(ROOT, path), 'utf8')

async function manifestsOf(path: string): Promise<Manifest[]> {
  return parseAllDocuments(await read(path)).map((document) => document.toJS() as Manifest)
}

const files = [
  'deploy/secret.example.yaml',
  ...(await readdir(join(ROOT, 'deploy/kubernetes'))).map((name) => `deploy/kubernetes/${name}`),
  'deploy/restore.example.yaml',
]
const manifests = (await Promise.all(files.map(manifestsOf))).flat()
const compose = parse(await read('compose.yaml')) as {
  services: Record<string, ComposeService>
}

interface ComposeService {
  image?: string
  build?: { context: string; args?: Record<string, string> }
  environment?: Record<string, string | number>
  healthcheck?: { test: string[] }
  stop_grace_period?: string
}

const named = (kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)

const podOf = ({ spec }: Manifest): PodSpec | undefined =>
  (spec?.jobTemplate?.spec ?? spec)?.template?.spec

const pods = manifests.flatMap((manifest) => {
  const pod = podOf(manifest)
  return pod ? [{ manifest, pod, name: `${manifest.kind} ${manifest.metadata.name}` }] : []
})
const ours = pods.flatMap(({ pod }) =>
  pod.containers.filter(({ image }) => /\/clinidex:/.test(image)),
)

const secret = () => randomBytes(32).toString('hex')

/** The settings that an operator fills in. */
const FILLED: Record<string, string> = {
  PUBLIC_URL: 'https://clinidex.example',
  DATABASE_URL: 'postgresql://owner:x@db.example/clinidex',
  DATABASE_APP_URL: 'postgresql://app:x@db.example/clinidex',
  AUTH_SECRET: secret(),
  SUPPRESSION_KEY: secret(),
  ELECTRIC_SECRET: secret(),
  TYPESENSE_API_KEY: secret(),
  ADMIN_EMAILS: 'admin@clinidex.example',
  DEMO_EMAIL: 'demo@clinidex.example',
  OPERATOR_EMAIL: 'operator@clinidex.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@clinidex.example',
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_PRICE_MONTHLY: 'price_1Monthly',
  STRIPE_PRICE_ANNUAL: 'price_1Annual',
  ASSETS_S3_ACCESS_KEY_ID: 'id',
  ASSETS_S3_SECRET_ACCESS_KEY: secret(),
}

describe('Kubernetes manifests', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    '%s has the values that its kind takes',
    async (_name, manifest) => {
      const { apiVersion, kind } = manifest as Manifest
      const module = await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}/${kind}`)
      new module[kind](manifest).validate()
    },
  )

  it('have no field that their kinds do not know', async () => {
    const folder = await mkdtemp(join(ROOT, 'node_modules/.manifests-'))
    const lines = manifests.map((manifest, at) => {
      const { apiVersion, kind } = manifest
      return [
        `import type { I${kind} as Kind${at} } from 'kubernetes-models/${apiVersion}/${kind}'`,
        `export const manifest${at}: Kind${at} = ${JSON.stringify(manifest)}`,
      ].join('\n')
    })
    const file = join(folder, 'manifests.ts')
    await writeFile(file, lines.join('\n'))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const options =
      '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --types'.split(' ')
    const { stdout } = await run(process.execPath, [tsc, ...options, '', file]).catch(
      (error: { stdout: string }) => error,
    )
    await rm(folder, { recursive: true })
    expect(stdout).toBe('')
  })

  it.each(pods)(
    '$name finds the claims, settings and secrets that it names',
    ({ manifest, pod }) => {
      const templates = manifest.spec?.volumeClaimTemplates ?? []
      const volumes = [
        ...(pod.volumes ?? []).map(({ name }) => name),
        ...templates.map(({ metadata }) => metadata.name),
      ]
      for (const { persistentVolumeClaim: claim } of pod.volumes ?? []) {
        if (claim) expect(named('PersistentVolumeClaim', claim.claimName)).toBeDefined()
      }
      for (const { volumeMounts = [], envFrom = [], env = [] } of pod.containers) {
        for (const { name } of volumeMounts) expect(volumes).toContain(name)
        for (const { configMapRef, secretRef } of envFrom) {
          if (configMapRef) expect(named('ConfigMap', configMapRef.name)).toBeDefined()
          if (secretRef) expect(named('Secret', secretRef.name)).toBeDefined()
        }
        for (const { valueFrom } of env) {
          if (!valueFrom) continue
          const { name, key } = valueFrom.secretKeyRef
          expect(Object.keys(named('Secret', name)?.stringData ?? {})).toContain(key)
        }
      }
    },
  )

  it('set what the app knows, and all that production needs', () => {
    const { data } = named('ConfigMap', 'clinidex') as Manifest
    const { ELECTRIC_DATABASE_URL: _, ...secrets } = named('Secret', 'clinidex')?.stringData ?? {}
    expect(Object.values(secrets).filter((value) => value !== '')).toEqual([])
    const given = { ...filled(data ?? {}), ...filled(secrets) }
    expect(Object.keys(given).filter((name) => !SETTINGS.includes(name))).toEqual([])
    expect(readEnv(given).NODE_ENV).toBe('production')
    expect(ours.length).toBe(3)
  })

  it('give the app the time to drain after it is no longer routed to', () => {
    const { pod } = pods.find(({ name }) => name === 'Deployment clinidex') ?? {}
    const wait = pod?.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(wait + STOP_MAX_S)
  })

  it('keep the backups of some nights, and no more', () => {
    const { pod } = pods.find(({ name }) => name === 'CronJob clinidex-backup') ?? {}
    const command = pod?.containers[0]?.command ?? []
    expect(command.slice(0, -1)).toEqual(['node', 'bin/setup.js', 'backup', '--keep'])
    expect(Number(command.at(-1))).toBeGreaterThan(7)
  })

  it('restore from where backups are written, with the journal of removals', () => {
    const mounts = (name: string) =>
      pods.find((other) => other.name === name)?.pod.containers[0]?.volumeMounts
    const [restore, backup] = ['Job clinidex-restore', 'CronJob clinidex-backup'].map(mounts)
    const [app] = ours
    const backups = { name: 'backups', mountPath: '/data/backups' }
    expect(backup).toContainEqual(backups)
    expect(restore).toContainEqual(backups)
    const journal = named('ConfigMap', 'clinidex')?.data?.REMOVALS_JOURNAL
    const folder = app?.volumeMounts?.find(
      ({ mountPath }) => journal === `${mountPath}/removals.journal`,
    )
    expect(folder).toBeDefined()
    expect(restore).toContainEqual(folder)
  })

  it('are applied without a restore', async () => {
    const applied = await Promise.all(
      files.filter((path) => path.startsWith('deploy/kubernetes/')).map(manifestsOf),
    )
    expect(applied.flat().map(({ kind }) => kind)).not.toContain('Job')
  })

  it('ask the app at addresses that it has', () => {
    const [app] = ours
    const probes = [app?.startupProbe, app?.readinessProbe, app?.livenessProbe]
    const paths = probes.map((probe) => probe?.httpGet?.path)
    expect(paths).toEqual(['/readyz', '/readyz', '/healthz'])
    expect(healthPaths).toEqual(expect.arrayContaining(paths))
  })
})

describe('compose.yaml', () => {
  it('is what the Compose specification allows', () => {
    // The proxy is for the world.
    const rules = { 'no-unbound-port-interfaces': 0 as const }
    const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
    const found = linter.lintFiles([join(ROOT, 'compose.yaml')], false)
    const faults = found.flatMap(({ messages }) => messages.filter(({ type }) => type === 'error'))
    expect(found.length).toBe(1)
    expect(faults.map(({ message }) => message)).toEqual([])
  })

  it('sets what the app knows, and all that production needs', () => {
    const given = filled(compose.services.app?.environment ?? {})
    expect(Object.keys(given).filter((name) => !SETTINGS.includes(name))).toEqual([])
    expect(readEnv(given).NODE_ENV).toBe('production')
  })

  it('passes on every setting that the README documents', async () => {
    const documented = (await read('deploy/README.md')).match(/^\|.*$/gm)?.join() ?? ''
    const names = SETTINGS.filter((name) => documented.includes(`\`${name}\``))
    expect(names).toContain('DATABASE_POOL')
    // Electric takes the place of the shape server in the process.
    const needed = names.filter((name) => name !== 'DATABASE_SYNC_URL')
    expect(Object.keys(compose.services.app?.environment ?? {})).toEqual(
      expect.arrayContaining(needed),
    )
  })

  it('takes secrets from a file that neither the repository nor the image has', async () => {
    for (const path of ['.gitignore', '.dockerignore']) {
      expect((await read(path)).split('\n')).toContain('.env')
    }
  })

  it('asks the app at an address that it has, and lets it drain', () => {
    const { healthcheck, stop_grace_period: grace } = compose.services.app ?? {}
    const [, path] = /:3000(\/\w+)/.exec(healthcheck?.test.join(' ') ?? '') ?? []
    expect(healthPaths).toContain(path)
    expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThan(STOP_MAX_S)
  })

  it('has the versions of Electric and Typesense that the manifests have', () => {
    for (const name of ['electric', 'typesense']) {
      const { pod } = pods.find((other) => other.name === `StatefulSet ${name}`) ?? {}
      expect(pod?.containers.map(({ image }) => image)).toEqual([compose.services[name]?.image])
    }
  })
})

it.each([
  [
    'returns to no slot, at whose end it may lose a commit',
    'CLEANUP_REPLICATION_SLOTS_ON_SHUTDOWN',
  ],
  ['publishes no table, or it may lose open transactions', 'ELECTRIC_MANUAL_TABLE_PUBLISHING'],
  ['drops shapes whose history is erased', 'ELECTRIC_ENABLE_INTEGRATION_TESTING'],
])('Electric %s', (_, name) => {
  const { pod } = pods.find((other) => other.name === 'StatefulSet electric') ?? {}
  const given = pod?.containers[0]?.env?.find((variable) => variable.name === name)?.value
  expect([given, compose.services.electric?.environment?.[name]]).toEqual(['true', 'true'])
})

it('the README names the address and the events that Stripe is set up with', async () => {
  const readme = await read('deploy/README.md')
  expect(webhookRoutes.routes.map(({ path }) => path)).toContain('/api/webhooks/stripe')
  const [paragraph = ''] = /\*\*Stripe\*\*[\s\S]*?\n\n/.exec(readme) ?? []
  const [address, ...events] = [...paragraph.matchAll(/`([a-z_./]+)`/g)].map(([, name]) => name)
  expect(address).toBe('/api/webhooks/stripe')
  expect(events).toEqual([...EVENT_TYPES])
})

it('the image is made of files that are there', async () => {
  const dockerfile = await read('Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(copied).toContain('package.json')
  for (const name of copied) await stat(join(ROOT, name))
})

it('the image has the assets of the release before, and none of them where it names no image', async () => {
  const dockerfile = await read('Dockerfile')
  const [, none] = /^ARG PREVIOUS=(\w+)$/m.exec(dockerfile) ?? []
  const [, made] = new RegExp(`^FROM scratch AS ${none}\nWORKDIR (.+)$`, 'm').exec(dockerfile) ?? []
  expect(dockerfile).toMatch(/^FROM \$\{PREVIOUS\} AS previous$/m)
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toContain(`\nCOPY --from=previous ${made} ./dist/previous/assets\n`)
  const build = compose.services.app?.build
  expect(build).toEqual({ context: '.', args: { PREVIOUS: `\${PREVIOUS_IMAGE:-${none}}` } })
})

it('the ingress keeps a browser with one process, whose assets its pages name', () => {
  const { annotations } = named('Ingress', 'clinidex')?.metadata ?? {}
  expect(annotations?.['nginx.ingress.kubernetes.io/affinity']).toBe('cookie')
})

/** Requests under way have as long, see bin/start.ts. */
const STOP_MAX_S = 10

const healthPaths = healthRoutes.routes.map(({ path }) => path)

/** The environment once the operator filled in what has no default. */
function filled(environment: Record<string, string | number>): Record<string, string> {
  const values = Object.entries(environment).map(([name, value]) => {
    const [whole, fallback = ''] = /^\$\{\w+:-(.*)\}$/.exec(String(value)) ?? []
    if (whole !== undefined) return [name, fallback]
    // The placeholder may also be a part of an address, such as a password.
    const isLeft = value === '' || String(value).includes('${')
    return [name, isLeft ? (FILLED[name] ?? '') : String(value)]
  })
  return Object.fromEntries(values)
}
