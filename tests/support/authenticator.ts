import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/**
 * A software passkey (WebAuthn, ES256, no attestation).
 * @param isVerifying whether it verifies the user by fingerprint or PIN.
 * @param signatures how many it has made; none are counted where it is not given.
 */
export function authenticator({ rpId, origin, isVerifying = true, signatures }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const flags = USER_PRESENT | (isVerifying ? USER_VERIFIED : 0)

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  let counter = signatures ?? 0
  const authenticatorData = (withFlags: number) => {
    const numbers = Buffer.from([withFlags, 0, 0, 0, 0])
    numbers.writeUInt32BE(signatures === undefined ? 0 : counter++, 1)
    return Buffer.concat([sha256(rpId), numbers])
  }
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** The response to a registration's options. */
    register(challenge: string) {
      const data = Buffer.concat([
        authenticatorData(flags | HAS_CREDENTIAL),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey.export({ format: 'jwk' })),
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The response to a sign-in's options. */
    sign(challenge: string) {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(flags)
      const signature = createSign('SHA256').update(data).update(sha256(client)).sign(privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

interface Options {
  rpId: string
  origin: string
  isVerifying?: boolean
  signatures?: number
}

/** RFC 9053, 7.1.1. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return Buffer.concat([
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 24 ? [0x40 + bytes.length] : [0x58, bytes.length]
  return Buffer.concat([Buffer.from(head), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}
