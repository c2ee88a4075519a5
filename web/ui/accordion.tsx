import { Plus } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Questions of which at most one is open. */
export function Accordion({
  items,
}: {
  items: readonly { id: string; title: string; content: ReactNode }[]
}) {
  return (
    <Radix.Root type="single" collapsible className="border-line border-t">
      {items.map((item) => (
        <Radix.Item key={item.id} value={item.id} className="border-line border-b">
          <Radix.Header>
            <Radix.Trigger className="group flex w-full items-center justify-between gap-6 py-4 text-left font-medium text-md hover:text-accent">
              {item.title}
              <Plus
                aria-hidden
                className="size-4 shrink-0 text-muted transition-transform group-data-[state=open]:rotate-45"
              />
            </Radix.Trigger>
          </Radix.Header>
          <Radix.Content className="overflow-hidden data-[state=closed]:animate-fold data-[state=open]:animate-unfold">
            <div className="max-w-160 pr-10 pb-5 text-md text-muted">{item.content}</div>
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
