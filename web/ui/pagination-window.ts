const WINDOW = 5

/**
 * The pages to offer: five around the present one, always the first and the last, and 'gap' for pages
 * left out. A gap never hides a single page.
 */
export function paginationWindow(page: number, totalPages: number): (number | 'gap')[] {
  const start = Math.max(1, Math.min(page - 2, totalPages - WINDOW + 1))
  const end = Math.min(totalPages, start + WINDOW - 1)
  const around = Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
  return [...leading(start), ...around, ...trailing(end, totalPages)]
}

function leading(start: number): (number | 'gap')[] {
  if (start <= 1) return []
  if (start <= 3) return start === 2 ? [1] : [1, 2]
  return [1, 'gap']
}

function trailing(end: number, total: number): (number | 'gap')[] {
  if (end >= total) return []
  if (end >= total - 2) return end === total - 1 ? [total] : [total - 1, total]
  return ['gap', total]
}
