/** The consent to charges for later invoices. Anyone can pay by a link, but only a signed-in person can save a card. */
import { Anchor, Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Failure } from '../shared/feedback/Notice.tsx'
import { texts } from '../shared/texts/texts.ts'
import { askForTicket, forgetKeeping, type PaymentLink, payerTicket, rememberKeeping, wantsToKeep } from './link.ts'

const words = texts.pay.link

/** Whether to save the card, and the proof that this person can consent to it. */
export function useKeeping(view: PaymentLink) {
  const [hasReturned] = useState(() => wantsToKeep(window.location.hash))
  const [isWanted, setIsWanted] = useState(hasReturned)
  const { mutate, data, error, status, reset } = useMutation({
    mutationFn: async () => payerTicket(window.location.hash) ?? askForTicket(view),
    onSuccess: (ticket) => setIsWanted(ticket !== undefined),
    onError: () => setIsWanted(false),
  })
  const toggle = (isOn: boolean) => {
    setIsWanted(isOn)
    if (isOn) mutate()
    else reset()
  }
  useEffect(() => {
    forgetKeeping()
    if (hasReturned) mutate()
  }, [hasReturned, mutate])
  return {
    ...{ isWanted, error, toggle, isAsking: status === 'pending', ticket: isWanted ? data : undefined },
    isSignedOut: status === 'success' && data === undefined,
  }
}

interface KeepCardProps {
  readonly id: string
  readonly text: string
  readonly keeping: ReturnType<typeof useKeeping>
}

export const KeepCard = ({ id, text, keeping: { isWanted, isSignedOut, error, toggle } }: KeepCardProps) => (
  <>
    <Checkbox checked={isWanted} onChange={({ currentTarget }) => toggle(currentTarget.checked)} label={text} />
    {isSignedOut && (
      <Text size="sm" role="status">
        {words.signIn}{' '}
        <Anchor href={`/login#/pay/${id}`} size="sm" underline="always" onClick={rememberKeeping}>
          {words.account}
        </Anchor>
      </Text>
    )}
    <Failure error={error} />
  </>
)
