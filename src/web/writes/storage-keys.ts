/** The keys of a storage that begin like this. */
export const keysIn = (storage: Pick<Storage, 'key' | 'length'>, prefix: string) =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) => key.startsWith(prefix))
