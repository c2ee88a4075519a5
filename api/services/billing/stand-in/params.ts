import { z } from 'zod'

/** Parameters that several endpoints accept. */

export const text = z.string().min(1).max(5000)
export const metadata = z.record(z.string(), z.string()).optional()
export const quantity = z.coerce.number().int().min(1).max(1_000_000)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
