/** Changes of dealers that wait for a review. */
import { useOperation } from '../../../api/queries.ts'
import { TeamIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { Empty, PageBody, PageHead, TabLinks } from '../../blocks/layout.tsx'
import type { PageProps } from '../../page.ts'
import { PaymentPanel } from '../PaymentPanel.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'

const { reviews } = operator

export function ReviewsPage({ params }: PageProps) {
  const tab = params.tab === 'payments' ? 'payments' : 'cards'
  const cards = useOperation('getOperatorReviews', undefined)
  const payments = useOperation('getOperatorPaymentInformation', undefined)
  const counted = (count: number | undefined) => (count === undefined ? {} : { count })
  return (
    <PageBody>
      <PageHead title={reviews.title} />
      <TabLinks
        label={reviews.title}
        current={tab}
        tabs={[
          { name: 'cards', title: reviews.cards, address: to('/reviews'), ...counted(cards.data?.length) },
          {
            name: 'payments',
            title: reviews.payments,
            address: to('/reviews/:tab', { tab: 'payments' }),
            ...counted(payments.data?.length),
          },
        ]}
      />
      {tab === 'cards' ? (
        <Loaded query={cards} height={240}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<TeamIcon />} title={reviews.cardsEmpty.title}>
                {reviews.cardsEmpty.text}
              </Empty>
            ) : (
              all.map((review) => <ReviewPanel key={review.dealer_id} review={review} />)
            )
          }
        </Loaded>
      ) : (
        <Loaded query={payments} height={240}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<TeamIcon />} title={reviews.paymentsEmpty.title}>
                {reviews.paymentsEmpty.text}
              </Empty>
            ) : (
              all.map((payment) => <PaymentPanel key={payment.id} payment={payment} />)
            )
          }
        </Loaded>
      )}
    </PageBody>
  )
}
