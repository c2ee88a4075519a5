import { assetSize } from '#api/contract/site.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { siteValues } from '#web/lib/site-values.ts'

/** The mark, and the name where there is room for it; or the logo that operators set. */
export function BrandMark({ isIconOnly = false }: { isIconOnly?: boolean }) {
  const { site_icon_url: icon, site_logo_url: logo } = siteValues()
  const image = isIconOnly ? icon : logo
  if (image) {
    return <img src={image} {...assetSize(image)} alt={BRAND} className="h-7 w-auto max-w-40" />
  }
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M22.2 10.6a8.2 8.2 0 1 0 0 10.8"
          fill="none"
          strokeWidth="2.9"
          strokeLinecap="round"
          className="stroke-accent-ink"
        />
        <path
          d="M16 12.7v6.6M12.7 16h6.6"
          fill="none"
          strokeWidth="2.7"
          strokeLinecap="round"
          className="stroke-accent-ink"
        />
      </svg>
      <span
        className={
          isIconOnly ? 'sr-only' : 'font-semibold text-md tracking-tight max-[14rem]:sr-only'
        }
      >
        {BRAND}
      </span>
    </span>
  )
}
