import { addActivity } from '#web/outreach/activity-actions.ts'
import { forgetMessageTo } from '#web/outreach/kept-message.ts'
import type { OutreachPerson } from '#web/outreach/outreach-sheet-store.ts'
import { stopWords } from '#web/outreach/touch-words.ts'
import { useTouches } from '#web/outreach/touches.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type Message, mailtoLink, WEBMAILS, webmailLink } from './compose-links.ts'

/**
 * Links to mail programs. No referrer: a webmail must not learn from which profile the mail was written.
 */
export function MailPrograms({ message, person }: { message: Message; person: OutreachPerson }) {
  const look = buttonClass()
  const touches = useTouches(person.id, true)
  // A mark may arrive while the mail is written.
  const stopped = touches && stopWords(touches)
  // Their place is kept until it is known that no mark forbids them.
  if (!touches) return <div className="h-10 w-full pointer-coarse:h-11" />
  if (stopped) return <p className="w-full font-medium text-danger">{stopped}</p>
  const note = () => {
    void addActivity(person, { kind: 'email' })
    forgetMessageTo(person.id)
  }
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:justify-end">
      {WEBMAILS.map((webmail) => (
        <a
          key={webmail}
          href={webmailLink(webmail, message)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={note}
          aria-label={`Open in ${webmail}`}
          className={look}
        >
          {webmail}
        </a>
      ))}
      <a
        href={mailtoLink(message)}
        rel="noreferrer"
        onClick={note}
        aria-label="Open in your mail app"
        className={buttonClass({ variant: 'primary' })}
      >
        Mail app
      </a>
    </div>
  )
}
