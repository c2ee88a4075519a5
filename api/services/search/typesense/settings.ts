import { z } from 'zod'

const isHttpUrl = (text: string) => z.url({ protocol: /^https?$/ }).safeParse(text.trim()).success

/** The environment variables of Typesense, validated with all others. */
export const typesenseSettings = {
  /** Addresses of a server or of all nodes of a cluster, separated by commas. */
  TYPESENSE_URL: z
    .string()
    .refine(
      (urls) => urls.split(',').every(isHttpUrl),
      'must be http(s) addresses with commas between',
    )
    .optional(),
  TYPESENSE_API_KEY: z.string().min(1).optional(),
}
