import type { OperatorDealer } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Columns, Facts, PageBody, PageHead } from '../../blocks/layout.tsx'
import { StateBadge, type Tone } from '../../blocks/StateBadge.tsx'
import { Figure, Figures } from '../../blocks/standing.tsx'
import { Time } from '../../blocks/values.tsx'
import type { PageProps } from '../../page.ts'
import { PaymentPanel } from '../PaymentPanel.tsx'
import { ReviewPanel } from '../reviews/ReviewPanel.tsx'
import { AccessButton, VerifyButton } from './DealerActions.tsx'
import { DealerStateBadge } from './DealerState.tsx'
import { isVerified } from './dealer.ts'

const { dealers } = operator
const number = (value: number) => value.toLocaleString(locale)

export function DealerPage({ params }: PageProps) {
  const query = useOperation('getOperatorDealersById', { id: Number(params.id) })
  const back = { address: to('/dealers'), title: dealers.title }
  return (
    <PageBody>
      {query.data ? (
        <PageHead
          title={query.data.name}
          back={back}
          badge={<DealerStateBadge dealer={query.data} />}
          detail={`${dealers.dialects[query.data.dialect]} · ${query.data.id}`}
        >
          <AccessButton dealer={query.data} />
          {!isVerified(query.data) && <VerifyButton dealer={query.data} />}
        </PageHead>
      ) : (
        <PageHead title={dealers.title} back={back} />
      )}
      <Loaded query={query} height={320}>
        {(dealer) => (
          <>
            <Columns>
              <StandingPanel dealer={dealer} />
              <Panel title={dealers.has}>
                <Figures>
                  <Figure name={dealers.columns.accounts} value={number(dealer.accounts)} />
                  <Figure name={dealers.columns.units} value={number(dealer.units)} />
                  <Figure name={dealers.columns.people} value={number(dealer.people)} />
                </Figures>
              </Panel>
            </Columns>
            <Waiting dealer={dealer} />
          </>
        )}
      </Loaded>
    </PageBody>
  )
}

const badge = (name: string, tone: Tone, text: string) =>
  [
    name,
    <StateBadge key={name} tone={tone}>
      {text}
    </StateBadge>,
  ] as const

function StandingPanel({ dealer }: { dealer: OperatorDealer }) {
  const card = dealer.review_waiting ? 'cardWaiting' : dealer.approved ? 'cardApproved' : 'cardNew'
  const payment = dealer.verified ? 'paymentVerified' : 'paymentNot'
  const agreement = dealer.agreement ? 'agreed' : 'notAgreed'
  const access =
    dealer.suspended_at === null ? (
      dealers.open
    ) : (
      <>
        {dealers.suspendedSince} <Time at={dealer.suspended_at} as="time" />
      </>
    )
  return (
    <Panel title={dealers.standing}>
      <Facts
        facts={[
          badge(dealers.card, card === 'cardApproved' ? 'good' : 'waiting', dealers[card]),
          badge(dealers.payment, dealer.verified ? 'good' : 'waiting', dealers[payment]),
          badge(dealers.agreement, dealer.agreement ? 'good' : 'quiet', dealers[agreement]),
          [dealers.access, access],
          [dealers.columns.created, <Time key="created" at={dealer.created_at} as="day" />],
        ]}
      />
    </Panel>
  )
}

/** This dealer's changes that wait for a review, with the decision. */
function Waiting({ dealer }: { dealer: OperatorDealer }) {
  const isCardWaiting = dealer.review_waiting || !dealer.approved
  const reviews = useOperation('getOperatorReviews', undefined, { isEnabled: isCardWaiting })
  const payments = useOperation('getOperatorPaymentInformation', undefined, { isEnabled: !isVerified(dealer) })
  const review = isCardWaiting ? reviews.data?.find(({ dealer_id }) => dealer_id === dealer.id) : undefined
  const payment = isVerified(dealer) ? undefined : payments.data?.find(({ id }) => id === dealer.id)
  return (
    <>
      {review && <ReviewPanel review={review} title={dealers.card} />}
      {payment && <PaymentPanel payment={payment} title={dealers.payment} isVerifiedElsewhere />}
    </>
  )
}
