/** The platform's invoices to the dealer. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { LatestInvoice } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { Facts } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { fleetApp } from '../clients/applications.ts'
import { useDealer } from '../session.ts'
import classes from './Company.module.css'

const { invoices: texts } = words.company
const states: Readonly<Record<string, string>> = texts.states
const tones: Readonly<Record<string, Tone>> = { open: 'waiting', paid: 'good' }

export function InvoicesTab() {
  const isPartner = useDealer().dialect === 'partner'
  const own = useOperation('getBillingCardpayInvoice', undefined, { isEnabled: !isPartner })
  const partners = useOperation('getBillingCardpayInvoiceByAppId', { app_id: fleetApp }, { isEnabled: isPartner })
  const latest = isPartner ? partners : own
  const opening = useMutation({
    mutationFn: async () => {
      const { url } = isPartner
        ? await call('getBillingCustomerPortalByAppId', { app_id: fleetApp })
        : await call('getBillingCustomerPortal', undefined)
      window.location.assign(url)
    },
  })
  const isNone = latest.error instanceof Refused && latest.error.status === 404
  return (
    <Panel title={texts.title}>
      <p className={classes.line}>{texts.explain}</p>
      {isNone ? (
        <p className={classes.line}>{texts.none}</p>
      ) : (
        <Loaded query={latest} height={60}>
          {(invoice) => <Latest invoice={invoice} />}
        </Loaded>
      )}
      <Failure error={opening.error} />
      <div className={classes.buttons}>
        <Button loading={opening.isPending} onClick={() => opening.mutate()}>
          {texts.portal}
        </Button>
      </div>
      <p className={classes.fieldHint} style={{ margin: '0.5rem 0 0' }}>
        {texts.portalHint}
      </p>
    </Panel>
  )
}

const Latest = ({ invoice: { id, status } }: { invoice: LatestInvoice }) => (
  <Facts
    facts={[
      [texts.latest, id],
      [
        texts.state,
        <StateBadge key="state" tone={tones[status] ?? 'quiet'}>
          {states[status] ?? status}
        </StateBadge>,
      ],
    ]}
  />
)
