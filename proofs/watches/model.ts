// What each address should hear, by the specification of watches (D49, D50). It uses none of the product's rules.
import { addDaysTo, dayInStockholm, formatDays, hourInStockholm } from '#src/shared/dates.ts';
import {
  AD_DAYS,
  type Address,
  dueAt,
  type Expected,
  HOUR,
  MINUTE,
  type Row,
  registrationText,
  STATUS_TEXTS,
  type Topic,
} from './model-news.ts';
import {
  type Ad,
  matchesAd,
  matchesSelection,
  type Race,
  registrationOf,
  sameDistance,
  stateOfRegistration,
  type Watch,
} from './model-rules.ts';

const ITEMS_MAX = 20;

export class Model {
  readonly addresses = new Map<string, Address>();
  readonly races = new Map<string, Race>();
  readonly ads = new Map<string, Ad>();
  readonly blocks: [string, string][] = [];
  readonly expected: Expected[] = [];
  private announcedDay = '';
  private changes = 0;

  address(email: string, userId: string | null): Address {
    const known = this.addresses.get(email);
    if (known) return known;
    const times = { pausedUntil: 0, mailedAt: 0, matchMailedAt: 0 };
    const lists = { watches: [], waiting: [], heard: new Set<string>() };
    const address: Address = { email, userId, ...times, ...lists, hasAlerts: true, latest: undefined };
    this.addresses.set(email, address);
    return address;
  }

  pause(address: Address, until: number): void {
    address.pausedUntil = until;
    for (const row of address.waiting) {
      row.isHeld = row.due <= until;
      row.due = Math.max(row.due, until);
    }
  }

  endPause(address: Address, now: number): void {
    for (const row of address.waiting) if (row.isHeld) row.due = now;
    address.pausedUntil = 0;
  }

  /** By one click in the latest mail. */
  unsubscribe(address: Address): void {
    const { latest } = address;
    address.watches = address.watches.filter((watch) => !latest?.watches.includes(watch));
    if (latest?.isAboutOwnAd) address.hasAlerts = false;
  }

  raceChanged(before: Race | undefined, after: Race, now: number): void {
    this.races.set(after.id, after);
    const today = dayInStockholm(new Date(now));
    if (after.date < today) return;
    const change = `${++this.changes}`;
    const tell = (topic: Topic, key: string, was: string | null, hears: (watch: Watch) => boolean) =>
      this.tell(after.id, { topic, change: key, was }, hears, now);
    const matched = (watch: Watch) => !!before && matchesSelection(watch, before, today);
    const matches = (watch: Watch) => matchesSelection(watch, after, today);
    const isNewInSeries = after.seriesId !== before?.seriesId;
    if (after.status !== 'cancelled')
      tell('new', 'new', null, (watch) =>
        watch.kind === 'series'
          ? isNewInSeries && watch.seriesId === after.seriesId
          : watch.kind === 'search' && matches(watch) && !matched(watch),
      );
    if (!before) return;
    const isAbout = (watch: Watch) =>
      (watch.kind === 'event' && watch.eventId === after.id) ||
      (watch.kind === 'series' && watch.seriesId === after.seriesId) ||
      (watch.kind === 'search' && (matches(watch) || matched(watch)));
    if (before.date !== after.date) tell('date', `date ${change}`, before.date, isAbout);
    if (before.status !== after.status) tell('status', `status ${change}`, before.status, isAbout);
    const was = stateOfRegistration(before, today);
    if (was === stateOfRegistration(after, today)) return;
    if ([before.status, after.status].includes('cancelled')) return;
    const mayOpen = ['not_open', 'unknown'].includes(registrationOf(before, today));
    const opening = mayOpen ? this.opening(after, today) : undefined;
    const isForRace = (watch: Watch) => watch.kind === 'event' && watch.eventId === after.id;
    tell('registration', opening ?? `registration ${change}`, was, isForRace);
  }

  private opening(race: Race, today: string): string | undefined {
    if (race.status !== 'scheduled') return undefined;
    const registration = registrationOf(race, today);
    if (registration === 'open') return `open ${race.opens ?? today}`;
    const isSoon = registration === 'not_open' && race.opens === addDaysTo(today, 1);
    return isSoon ? `tomorrow ${race.opens}` : undefined;
  }

  adChanged(before: Ad | undefined, after: Ad, now: number): void {
    this.ads.set(after.id, after);
    const race = this.races.get(after.eventId);
    if (!race || !this.isShown(after, now)) return;
    const wasShown = before && isOpen(before) && now - before.renewedAt < AD_DAYS * 24 * HOUR;
    for (const address of this.addresses.values()) {
      if (!this.mayHear(address, after)) continue;
      const matching = address.watches.filter(
        (watch) => matchesAd(watch, after, race) && !(wasShown && matchesAd(watch, before, race)),
      );
      if (matching.length > 0) this.add(address, after.id, AD_NEWS, matching, now);
    }
    if (wasShown) return;
    for (const own of this.ads.values()) {
      const owner = [...this.addresses.values()].find(({ userId }) => userId === own.owner);
      const isMatch =
        own.type !== after.type &&
        own.eventId === after.eventId &&
        sameDistance(own.distance, after.distance);
      if (!isMatch || !owner?.hasAlerts || !this.isShown(own, now) || !this.mayHear(owner, after)) continue;
      this.add(owner, after.id, AD_NEWS, [], now, own.id);
    }
  }

  private isShown(ad: Ad, now: number): boolean {
    const race = this.races.get(ad.eventId);
    const today = dayInStockholm(new Date(now));
    const isFresh = now - ad.renewedAt < AD_DAYS * 24 * HOUR;
    return !!race && race.status === 'scheduled' && race.date >= today && isOpen(ad) && isFresh;
  }

  private mayHear({ userId }: Address, { owner }: Ad): boolean {
    if (userId === null) return true;
    return owner !== userId && !this.blocks.some((pair) => pair.includes(owner) && pair.includes(userId));
  }

  private tell(
    subject: string,
    news: Pick<Row, 'topic' | 'change' | 'was'>,
    hears: (watch: Watch) => boolean,
    now: number,
    isDueNow = false,
  ): void {
    for (const address of this.addresses.values()) {
      const watches = address.watches.filter(hears);
      if (watches.length > 0) this.add(address, subject, news, watches, now, null, isDueNow);
    }
  }

  private add(
    address: Address,
    subject: string,
    news: Pick<Row, 'topic' | 'change' | 'was'>,
    watches: Watch[],
    now: number,
    ownAd: string | null = null,
    isDueNow = false,
  ): void {
    if (address.heard.has(`${subject} ${news.change}`)) return;
    const dues = watches.map(({ cadence }) => (isDueNow ? now : dueAt(cadence, now)));
    if (ownAd) dues.push(Math.max(dueAt('direct', now), address.matchMailedAt + HOUR));
    const ownDue = Math.min(...dues);
    const due = Math.max(ownDue, address.pausedUntil);
    const known = address.waiting.find((row) => row.subject === subject && row.change === news.change);
    if (known) {
      for (const watch of watches) known.watches.add(watch);
      known.due = Math.min(known.due, due);
      known.ownAd = ownAd ?? known.ownAd;
      return;
    }
    const isHeld = address.pausedUntil >= ownDue;
    const row = { subject, ...news, at: now, due, isHeld, watches: new Set(watches), ownAd };
    address.waiting.push(row);
  }

  /** Call it when the clock has been moved, and after each change. */
  tick(now: number): void {
    const hour = hourInStockholm(new Date(now));
    if (hour < 7 || hour >= 21) return;
    this.announce(now);
    for (const address of this.addresses.values()) this.mail(address, now);
  }

  private announce(now: number): void {
    const today = dayInStockholm(new Date(now));
    if (this.announcedDay === today) return;
    this.announcedDay = today;
    for (const race of this.races.values()) {
      if (race.opens !== today && race.opens !== addDaysTo(today, 1)) continue;
      const change = this.opening(race, today);
      if (!change) continue;
      const isForRace = (watch: Watch) => watch.kind === 'event' && watch.eventId === race.id;
      this.tell(race.id, { topic: 'registration', change, was: null }, isForRace, now, true);
      const yesterday = addDaysTo(race.opens, -1);
      const enters = (watch: Watch) =>
        watch.kind === 'search' &&
        matchesSelection(watch, race, today) &&
        !matchesSelection(watch, race, yesterday);
      this.tell(race.id, { topic: 'new', change: 'new', was: null }, enters, now);
    }
  }

  private mail(address: Address, now: number): void {
    if (now - address.mailedAt < 30 * MINUTE) return;
    const mustWait = (row: Row) => row.watches.size === 0 && row.ownAd && now - address.matchMailedAt < HOUR;
    const due = address.waiting.filter((row) => row.due <= now && !mustWait(row));
    if (due.length === 0) return;
    const subjects = new Set(due.map(({ subject }) => subject));
    const taken = address.waiting.filter(({ subject }) => subjects.has(subject));
    address.waiting = address.waiting.filter((row) => !taken.includes(row));
    if (taken.some(({ ownAd }) => ownAd)) address.matchMailedAt = now;
    const told: Row[] = [];
    const items: string[][] = [];
    for (const rows of Map.groupBy(taken, ({ subject }) => subject).values()) {
      const live = rows.filter((row) => this.isLive(address, row));
      const ad = this.ads.get(rows[0]?.subject ?? '');
      const isAd = !this.races.has(rows[0]?.subject ?? '') && rows[0]?.change === 'new ad';
      const isVisible = isAd ? ad && this.isShown(ad, now) && this.mayHear(address, ad) : true;
      if (isAd && live.length > 0 && !isVisible) continue;
      for (const row of rows) address.heard.add(`${row.subject} ${row.change}`);
      if (live.length === 0) continue;
      told.push(...live.filter(() => isAd || this.races.has(live[0]?.subject ?? '')));
      items.push(isAd ? [`${ad?.number} ad`] : this.factsOf(live, now));
    }
    const shown = items.filter((facts) => facts.length > 0);
    if (shown.length === 0) return;
    address.mailedAt = now;
    const isOptional = shown.length > ITEMS_MAX;
    for (const fact of shown.flat()) this.expected.push({ email: address.email, fact, isOptional, at: now });
    address.latest = {
      watches: told.flatMap((row) => [...row.watches]),
      isAboutOwnAd: told.some((row) => row.ownAd && !this.hasWatch(address, row)),
    };
  }

  private hasWatch = (address: Address, row: Row) =>
    [...row.watches].some((watch) => address.watches.includes(watch));

  private isLive(address: Address, row: Row): boolean {
    const own = row.ownAd ? this.ads.get(row.ownAd) : undefined;
    const isOwnLive = own && address.hasAlerts && !own.isCompleted && !own.isReserved && !own.isDeleted;
    if (!isOwnLive) row.ownAd = null;
    return this.hasWatch(address, row) || !!isOwnLive;
  }

  private factsOf(rows: Row[], now: number): string[] {
    const today = dayInStockholm(new Date(now));
    const race = this.races.get(rows[0]?.subject ?? '');
    if (!race || race.date < today) return [];
    const oldest = (topic: Topic) => rows.find((row) => row.topic === topic);
    if (oldest('new')) return race.status === 'cancelled' ? [] : [`${race.number} new`];
    const facts: string[] = [];
    const [status, date, registration] = [oldest('status'), oldest('date'), oldest('registration')];
    const isCancelled = race.status === 'cancelled';
    const isMoved = !isCancelled && !!date && date.was !== race.date;
    // A race that is planned again has a new date instead.
    if (status && status.was !== race.status && !(isMoved && race.status === 'scheduled'))
      facts.push(STATUS_TEXTS[race.status]);
    if (isMoved) facts.push(`Nytt datum: ${formatDays(race.date, null)}`);
    if (!isCancelled && registration && registration.was !== stateOfRegistration(race, today))
      facts.push(...registrationText(race, today, registration.was !== null));
    return facts.map((fact) => `${race.number} ${fact}`);
  }
}

const AD_NEWS = { topic: 'new', change: 'new ad', was: null } as const;

const isOpen = (ad: Ad) => !ad.isCompleted && !ad.isReserved && !ad.isPaused && !ad.isDeleted;
