/** A small button of a card. Its accessible name includes the card's: several cards have the same buttons. */
import { Button } from '@mantine/core'

interface CardButtonProps {
  readonly label: string
  readonly of: string
  /** For a button that opens and closes something. */
  readonly isExpanded?: boolean
  readonly isPending?: boolean
  onClick(): void
}

export const CardButton = ({ label, of, isExpanded, isPending, onClick }: CardButtonProps) => (
  <Button
    variant="default"
    size="xs"
    aria-label={`${label}: ${of}`}
    aria-expanded={isExpanded}
    loading={isPending}
    onClick={onClick}
  >
    {label}
  </Button>
)
