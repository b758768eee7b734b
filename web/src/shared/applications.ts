/** The applications by their ids in the API. */
import { texts } from './texts/texts.ts'

const names: Readonly<Record<string, string>> = {
  '5a5ca87f-7cbe-4540-ab5d-77bf4bf69884': texts.account.applications.consumer_app,
  '962e19f0-6b4a-4f81-a3fe-4b657689b6f9': texts.account.applications.pet_app,
  'b901da51-ce00-4af2-b978-8d0fca8ae1ea': texts.account.applications.fleet_app,
  'de7f31b0-c485-4bf3-b48b-994bd333e7f2': texts.account.applications.tags_app,
}

export const applicationTitle = (id: string): string => names[id] ?? id
