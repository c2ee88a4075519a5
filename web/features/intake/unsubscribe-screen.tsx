import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmByLink } from './confirm-by-link.tsx'
import { turnNewsMailsOff } from './intake-client.ts'
import { UNSUBSCRIBE_LINK_MISSING, UNSUBSCRIBE_REFUSED } from './intake-messages.ts'

const WORDS = {
  asking: {
    title: 'Turn the mails of news off',
    intro:
      'The account that the mail came to then gets no more mails of what is new to its saved searches.',
    button: 'Turn them off',
    working: 'Turning them off',
  },
  done: {
    title: 'The mails are turned off',
    intro: 'They can be turned on again under Account, Notifications.',
  },
  failed: {
    title: 'Nothing was turned off',
    tokenMissing: UNSUBSCRIBE_LINK_MISSING,
    refused: UNSUBSCRIBE_REFUSED,
    stands: 'They are also turned off under Account, Notifications.',
  },
}

/** `/unsubscribe`, the target of a link in each mail of news: it needs no session, and looks at none. */
export function UnsubscribeScreen({
  account,
  token,
}: {
  account: string | undefined
  token: string | undefined
}) {
  return (
    <ConfirmByLink
      token={account && token}
      words={WORDS}
      variant="primary"
      onConfirm={() => turnNewsMailsOff({ account: account ?? '', token: token ?? '' })}
      retry={
        <Link
          to="/account"
          search={{ tab: 'notifications' }}
          className={buttonClass({ variant: 'primary' })}
        >
          Notifications
        </Link>
      }
    />
  )
}
