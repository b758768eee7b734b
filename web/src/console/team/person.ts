/** Rules about the people of a team. Pure. */
import type { Person } from '../../api/generated.ts'

/** The server refuses to remove the last owner who can sign in; the page does not even offer it. */
export const isLastOwner = (person: Person, team: readonly Person[]): boolean => {
  const isWorking = ({ role, status }: Person) => role === 'owner' && status === 'active'
  return isWorking(person) && team.filter(isWorking).length <= 1
}

export const callName = ({ name, email }: Pick<Person, 'name' | 'email'>): string => name || email
