/** The reminders of one invoice: sent and upcoming. */
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { Time } from '../blocks/values.tsx'
import { SentReminders } from './SentReminders.tsx'

const { sent: texts } = words.reminders

export function InvoiceReminders({ id }: { id: string }) {
  const query = useOperation('getConsoleClientInvoicesByIdReminders', { id })
  return (
    <Panel title={texts.title}>
      <Loaded query={query} height={60}>
        {({ next, sent }) => (
          <>
            <SentReminders sent={sent} />
            {next && (
              <p style={{ marginBottom: 0 }}>
                {texts.next(texts.step(next.days))} <Time at={next.at} />
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
