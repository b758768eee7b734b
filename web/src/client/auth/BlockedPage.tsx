/** All that a blocked client sees: why, since when, how much, where to pay and who to contact. */
import { Anchor, Button, Text } from '@mantine/core'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { type Company, CompanyCard } from '../../shared/content/CompanyCard.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatTime } from '../../shared/format/times.ts'
import { webAddress } from '../../shared/router/addresses.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Blocked } from '../types.ts'
import classes from './BlockedPage.module.css'

const words = texts.client.blocked
const reasons: Readonly<Record<string, string>> = words.reasons

interface BlockedPageProps {
  readonly blocked: Blocked
  readonly isAsking: boolean
  again(): void
  leave(): void
}

export function BlockedPage({ blocked, isAsking, again, leave }: BlockedPageProps) {
  return (
    <AuthLayout title={words.title}>
      <div>
        {reasons[blocked.reason ?? 'person'] && <Text>{reasons[blocked.reason ?? 'person']}</Text>}
        {blocked.since !== null && <Text>{words.since(formatTime(blocked.since))}</Text>}
        <Text c="dimmed" mt="xs">
          {words.safe}
        </Text>
      </div>
      {blocked.bills.length === 0 ? (
        <Text>{words.noBills}</Text>
      ) : (
        <section aria-label={words.pay} className={classes.bills}>
          {blocked.bills.map((bill) => (
            <div key={bill.id} className={classes.bill}>
              <Text className={classes.name}>{bill.name}</Text>
              <PayLink amount={formatMoney(bill.amount_total, bill.currency)} url={bill.url} />
            </div>
          ))}
          <Button variant="default" loading={isAsking} onClick={again}>
            {words.recheck}
          </Button>
        </section>
      )}
      {blocked.company && (
        <section aria-label={words.contact} className={classes.company}>
          <CompanyCard company={blocked.company as unknown as Company} />
        </section>
      )}
      <Anchor component="button" type="button" size="sm" onClick={leave}>
        {texts.client.login.other}
      </Anchor>
    </AuthLayout>
  )
}

function PayLink({ amount, url }: { amount: string; url: string | null }) {
  const address = webAddress(url)
  if (!address) return <Text fw={600}>{amount}</Text>
  return (
    <Button component="a" href={address}>
      {words.payButton(amount)}
    </Button>
  )
}
