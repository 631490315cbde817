import { useCallback, useEffect, useRef, useState } from 'react';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { ALL_ANNOUNCEMENTS, filterAnnouncements } from '../../src/features/announcements/rules';
import { formatCount } from '../../src/shared/text';
import { AdFilter } from '../features/announcements/ad-filter';
import { AdList, WaitingAds } from '../features/announcements/ad-list';
import { FailedAds, NoAds, NoneMatching } from '../features/announcements/ad-states';
import { useAdFilter } from '../features/announcements/use-ad-filter';
import { useComplete } from '../features/announcements/use-complete';
