import { Select } from '#web/ui/select.tsx'
import { DEFAULT_ORDER, ORDERS, type OrderName, orderIn } from './member-order.ts'

/** In which order a list's people are shown. */
export function MemberSortChoice({
  order,
  onChange,
  className,
}: {
  order: OrderName
  onChange(order: OrderName): void
  className?: string
}) {
  return (
    <Select
      label="Sort by"
      isLabelHidden
      value={order}
      onValueChange={(value) => onChange(orderIn(value) ?? DEFAULT_ORDER)}
      options={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
      {...(className ? { className } : {})}
    />
  )
}
