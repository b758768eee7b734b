/** A company profile that waits for a review: the changes, field by field, and the decision. */
import { Button } from '@mantine/core'
import type { OperatorReview } from '../../../api/generated.ts'
import { useChange } from '../../../api/queries.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { Facts } from '../../blocks/layout.tsx'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { toastResult } from '../../blocks/toasts.tsx'
import { Time } from '../../blocks/values.tsx'
import classes from './ReviewPanel.module.css'
import { fieldTitle, profileFields, valueText } from './review.ts'

const { reviews } = operator

/** A title instead of the dealer's name, if the page already shows it. */
export function ReviewPanel({ review, title }: { review: OperatorReview; title?: string }) {
  const approving = useChange('postOperatorReviewsByIdApprove')
  const rejecting = useChange('postOperatorReviewsByIdReject')
  const { dealer_id: id, name, changes } = review
  const approve = () => toastResult(approving.mutateAsync({ params: { id } }), reviews.approved(name))
  const reject = async () => {
    const isYes = await confirm({
      title: reviews.rejectTitle(name),
      text: reviews.rejectText,
      effect: [[changes.length, reviews.rejectEffect(changes.length)]],
      canBeUndone: false,
      act: reviews.reject,
    })
    if (!isYes) return
    await toastResult(rejecting.mutateAsync({ params: { id } }), reviews.rejected)
  }
  return (
    <Panel {...(title && { title })}>
      <div className={classes.content}>
        <div className={classes.line}>
          {!title && (
            <a className={classes.name} href={to('/dealers/:id', { id })}>
              {name}
            </a>
          )}
          <StateBadge tone="waiting">{review.approved ? reviews.isChange(changes.length) : reviews.isNew}</StateBadge>
          <span className={classes.quiet}>
            {reviews.since} <Time at={review.updated_at} as="time" />
          </span>
        </div>
        {!review.approved && (
          <Facts facts={profileFields(review.company, changes).map(([field, value]) => factOf(field, value))} />
        )}
        {changes.length > 0 && <Differences changes={changes} />}
        <div className={classes.buttons}>
          {changes.length > 0 && (
            <Button variant="default" loading={rejecting.isPending} onClick={() => void reject()}>
              {reviews.reject}
            </Button>
          )}
          <Button loading={approving.isPending} onClick={() => void approve()}>
            {reviews.approve}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

const factOf = (field: string, value: unknown) =>
  [fieldTitle(field), <Value key={field} field={field} value={value} />] as const

function Value({ field, value }: { field: string; value: unknown }) {
  const text = valueText(field, value)
  return text ? <span className={classes.value}>{text}</span> : <span className={classes.quiet}>{reviews.nothing}</span>
}

const Differences = ({ changes }: Pick<OperatorReview, 'changes'>) => (
  <table className={classes.differences}>
    <thead>
      <tr>
        {reviews.head.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{fieldTitle(field)}</th>
          <td data-label={reviews.head[1]}>
            <del>
              <Value field={field} value={before} />
            </del>
          </td>
          <td data-label={reviews.head[2]}>
            <ins>
              <Value field={field} value={after} />
            </ins>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
