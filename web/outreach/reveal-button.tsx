import { Contact } from 'lucide-react'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { useIsRefused } from '#web/session/session.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

/** Reveals a person's contacts; looks refused to who may not. */
export function RevealButton({
  personId,
  onClick,
  ...props
}: { personId: string } & Omit<ButtonProps, 'children'>) {
  const isRevealing = useProxyValue(revealedContacts, (state) => personId in state.isRevealing)
  const isRefused = useIsRefused('contact.reveal')
  return (
    <Button
      {...props}
      data-restricted={isRefused || undefined}
      isBusy={isRevealing}
      onClick={(event) => {
        onClick?.(event)
        void reveal(personId)
      }}
    >
      {!isRevealing && <Contact aria-hidden />}
      View contact
    </Button>
  )
}
